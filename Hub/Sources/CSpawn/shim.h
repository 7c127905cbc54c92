#pragma once
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <unistd.h>

// Hidden without _GNU_SOURCE.
extern int pipe2(int ends[2], int flags);

/// Starts a program whose output goes to `output`, and which gets SIGTERM when the calling thread
/// ends, also when its whole process is killed.
///
/// Swift has no fork, and posix_spawn cannot tie a child to its parent. Between fork and exec only
/// calls are made that are safe there. Returns the child's id, or -1 with errno set; where the
/// program cannot be run the child ends with status 127.
static inline pid_t cspawn_tied(
    const char *path, char *const arguments[], char *const environment[], int output) {
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child != 0) return child;

  // What the parent ignores or blocks its children would too.
  signal(SIGTERM, SIG_DFL);
  signal(SIGINT, SIG_DFL);
  signal(SIGHUP, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, 0);

  prctl(PR_SET_PDEATHSIG, SIGTERM);
  // The parent may have ended before the line above took hold.
  if (getppid() != parent) _exit(127);
  if (dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0) _exit(127);
  execve(path, arguments, environment);
  _exit(127);
}
