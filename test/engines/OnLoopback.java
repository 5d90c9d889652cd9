import com.amazonaws.services.dynamodbv2.local.main.ServerRunner;
import java.lang.reflect.Field;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * DynamoDB Local on 127.0.0.1 alone, at a free port, which it prints: by itself it listens on every interface. It takes orders for
 * tests, to close shards of its streams and to age their records, for which it has no option.
 */
class OnLoopback {
  public static void main(String[] options) throws Exception {
    var proxy = ServerRunner.createServerFromCommandLineArgs(options);
    var requests = read(read(proxy, "serverHandler"), "primaryHandler");
    field(requests.getClass(), "isTestControlEnabled").set(requests, true);
    var connector = (ServerConnector) ((Server) read(proxy, "server")).getConnectors()[0];
    connector.setHost("127.0.0.1");
    connector.setPort(0);
    proxy.safeStart();
    System.out.println("listening on " + connector.getLocalPort());
    proxy.join();
  }

  private static Object read(Object from, String name) throws Exception {
    return field(from.getClass(), name).get(from);
  }

  private static Field field(Class<?> of, String name) throws NoSuchFieldException {
    for (var each = of; each != null; each = each.getSuperclass()) {
      for (var field : each.getDeclaredFields()) {
        if (!field.getName().equals(name)) continue;
        field.setAccessible(true);
        return field;
      }
    }
    throw new NoSuchFieldException(of + "." + name);
  }
}
