#pragma once
#include <microhttpd.h>

// Swift cannot call variadic functions; these give the few calls that we make a fixed shape.

struct mhd_shim_callbacks {
  MHD_AccessHandlerCallback handle_request;
  MHD_AcceptPolicyCallback accept;
  MHD_NotifyConnectionCallback notify_connection;
  MHD_RequestCompletedCallback notify_completed;
  void *(*log_uri)(void *cls, const char *uri, struct MHD_Connection *connection);
};

/// Starts a daemon without threads of its own, on a listening socket that is already bound.
static inline struct MHD_Daemon *mhd_shim_start(
    int listen_socket, struct mhd_shim_callbacks callbacks, void *cls,
    size_t connection_memory, unsigned int connection_limit) {
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_USE_TURBO | MHD_ALLOW_SUSPEND_RESUME, 0,
      callbacks.accept, cls, callbacks.handle_request, cls,
      MHD_OPTION_LISTEN_SOCKET, listen_socket,
      MHD_OPTION_NOTIFY_CONNECTION, callbacks.notify_connection, cls,
      MHD_OPTION_NOTIFY_COMPLETED, callbacks.notify_completed, cls,
      MHD_OPTION_URI_LOG_CALLBACK, callbacks.log_uri, cls,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory,
      MHD_OPTION_CONNECTION_LIMIT, connection_limit,
      MHD_OPTION_STRICT_FOR_CLIENT, 0,
      MHD_OPTION_END);
}

/// The descriptor that is readable when the daemon has something to do.
static inline int mhd_shim_epoll(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info =
      MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info == NULL ? -1 : info->epoll_fd;
}

static inline int mhd_shim_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

static inline void *mhd_shim_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? NULL : info->socket_context;
}

/// The bytes from the request line's first to the end of the empty line; 0 while unknown.
static inline size_t mhd_shim_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info == NULL ? 0 : info->header_size;
}

static inline const struct sockaddr *mhd_shim_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info == NULL ? NULL : info->client_addr;
}
