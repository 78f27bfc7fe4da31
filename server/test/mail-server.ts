import fs from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as the server received it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  /** The text of the whole message, decoded. */
  readonly text: string;
  header(name: string): string | undefined;
}

/**
 * The server's reply to one message: accepts it, rejects it with a code, hangs up in the middle, or
 * does not reply.
 */
export type Answer = 'ok' | 'drop' | 'silence' | { readonly code: number; readonly text: string };

export interface MailServer {
  readonly port: number;
  /** For OUTBOUND_ALLOW. */
  readonly target: string;
  readonly received: ReceivedMail[];
  /** Replies to the next messages; after them every message is accepted. */
  readonly answers: Answer[];
  /** The reply to recipients; null accepts them. */
  refuseRecipient: { readonly code: number; readonly text: string } | null;
  readonly logins: {
    readonly username: string | null | undefined;
    readonly password: string | null | undefined;
  }[];
  connections: number;
  close(): Promise<void>;
}

const file = (name: string): string =>
  fs.readFileSync(path.join(import.meta.dirname, 'certificates', name), 'utf8');
/**
 * Created for these tests, for `localhost` and 127.0.0.1; trusted only where a test configures it.
 */
export const testCertificate = file('localhost.crt');
const certificate = { cert: testCertificate, key: file('localhost.key') };

/** Starts a real SMTP server on a free port. With `password` it requires a login first. */
export async function startMailServer({
  encryption = 'none',
  password,
}: { encryption?: 'none' | 'starttls' | 'tls'; password?: string } = {}): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const refusal = ({ code, text }: { code: number; text: string }): Error =>
    Object.assign(new Error(text), { responseCode: code });
  const options: SMTPServerOptions = {
    ...certificate,
    secure: encryption === 'tls',
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    disabledCommands: [
      ...(encryption === 'starttls' ? [] : ['STARTTLS']),
      ...(password === undefined ? ['AUTH'] : []),
    ],
    onAuth: (auth, _session, done) => {
      server.logins.push({ username: auth.username, password: auth.password });
      if (auth.password === password) done(null, { user: auth.username });
      else done(refusal({ code: 535, text: '5.7.8 Authentication credentials invalid' }));
    },
    onRcptTo: (_address, _session, done) =>
      done(server.refuseRecipient === null ? null : refusal(server.refuseRecipient)),
    onData: (stream, session, done) => {
      const answer = server.answers.shift() ?? 'ok';
      const chunks: Buffer[] = [];
      stream
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          if (answer === 'silence') return;
          if (answer === 'drop') return sockets.forEach((socket) => socket.destroy());
          if (answer !== 'ok') return done(refusal(answer));
          const { mailFrom, rcptTo } = session.envelope;
          server.received.push(
            mailOf(Buffer.concat(chunks).toString('latin1'), {
              from: mailFrom === false ? '' : mailFrom.address,
              to: rcptTo.map(({ address }) => address),
            }),
          );
          done();
        });
    },
  };
  const smtp = new SMTPServer(options);
  smtp.on('error', () => {}); // connections that tests abort
  smtp.server.on('connection', (socket: Socket) => {
    server.connections += 1;
    sockets.add(socket.on('close', () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve) => {
    smtp.listen(0, '127.0.0.1', resolve);
  });
  const { port } = smtp.server.address() as AddressInfo; // it listens on TCP
  smtp.server.unref();
  const server: MailServer = {
    port,
    target: `127.0.0.1:${port}`,
    received: [],
    answers: [],
    refuseRecipient: null,
    logins: [],
    connections: 0,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        smtp.close(() => resolve());
      }),
  };
  return server;
}

function mailOf(raw: string, envelope: { from: string; to: readonly string[] }): ReceivedMail {
  const headers = (raw.split('\r\n\r\n', 1)[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const plain = Buffer.from(
    raw
      .replaceAll('=\r\n', '')
      .replaceAll(/=([\dA-F]{2})/g, (_whole, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  ).toString('utf8');
  return {
    ...envelope,
    raw,
    text: plain,
    header: (name) =>
      headers
        .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
        ?.slice(name.length + 1)
        .trim(),
  };
}
