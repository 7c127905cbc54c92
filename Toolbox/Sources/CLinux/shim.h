#pragma once
#include <fcntl.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/socket.h>

// Glibc's Swift module leaves these two out.
extern int accept4(int, struct sockaddr *, socklen_t *, int);
