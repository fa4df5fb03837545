// The service under a name and https, as real ones are: what is on this machine's loopback is never offline.
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { certificate, privateKey } from './certificate.ts';

export interface SecureFront extends AsyncDisposable {
  /** `https://links.example` */
  readonly address: string;
  /** For the browser: the address of the name, and that its certificate is accepted. */
  readonly browserArgs: readonly string[];
}

/** Passes everything on to a service on this machine, and the responses back as they come. */
export async function startSecureFront(origin: string, host = 'links.example'): Promise<SecureFront> {
  const server = createServer({ key: privateKey, cert: certificate }, (incoming, response) => {
    const onward = request(
      new URL(incoming.url ?? '/', origin),
      { method: incoming.method, headers: incoming.headers },
      (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.on('error', () => response.destroy()).pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  const port = typeof place === 'object' && place !== null ? place.port : 0;
  return {
    address: `https://${host}`,
    browserArgs: [`--host-resolver-rules=MAP ${host}:443 127.0.0.1:${port}`, '--ignore-certificate-errors'],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
