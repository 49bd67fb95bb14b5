#include <microhttpd.h>
#include <string.h>
#include <sys/socket.h>

/* Variadic functions, and unions that come back from them, which Swift cannot call. */

/* Targets are decoded by ourselves: an escaped slash or question mark is not the sign itself. */
static inline size_t flash_mhd_keep(
    void *_Nullable context, struct MHD_Connection *_Nullable connection, char *_Nonnull text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

static inline struct MHD_Daemon *_Nullable flash_mhd_start(
    unsigned int flags, int socket, MHD_AccessHandlerCallback _Nonnull handler,
    void *_Nullable (*_Nonnull target)(
        void *_Nullable, const char *_Nullable, struct MHD_Connection *_Nullable),
    MHD_RequestCompletedCallback _Nonnull completed,
    MHD_NotifyConnectionCallback _Nonnull connection,
    MHD_AcceptPolicyCallback _Nonnull accepts, void *_Nullable context, unsigned int connections,
    unsigned int idle_seconds, size_t memory) {
  return MHD_start_daemon(
      flags, 0, accepts, context, handler, context, MHD_OPTION_LISTEN_SOCKET, socket,
      MHD_OPTION_URI_LOG_CALLBACK, target, context, MHD_OPTION_UNESCAPE_CALLBACK,
      &flash_mhd_keep, (void *)0, MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_NOTIFY_CONNECTION, connection, context, MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
      MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
      MHD_OPTION_THREAD_STACK_SIZE, (size_t)(1 << 20), MHD_OPTION_END);
}

static inline const struct sockaddr *_Nullable flash_mhd_peer(
    struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : (const struct sockaddr *)0;
}

static inline int flash_mhd_socket(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/* What MHD_OPTION_NOTIFY_CONNECTION was given a place for. */
static inline void *_Nullable flash_mhd_kept(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : (void *)0;
}
