package dev.keyfold.pg.net;

import dev.keyfold.pg.login.LoginGuard;
import dev.keyfold.pg.remote.CommandHost;
import dev.keyfold.sql.SqlDatabase;
import io.netty.handler.ssl.SslContext;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The parts that all connections of a port share.
 *
 * @param database made when it is first asked for
 * @param users also run commands
 * @param workers run statements
 * @param tls null for plain connections
 * @param acknowledge makes what was committed as durable as the server promises
 * @param mostConnections further ones are refused
 * @param memory bounds what clients have sent and no worker has handled
 */
public record PortParts(
    Supplier<SqlDatabase> database,
    CommandHost users,
    LoginGuard guard,
    Executor workers,
    @Nullable SslContext tls,
    Runnable acknowledge,
    int mostConnections,
    Connections connections,
    InputMemory memory) {}
