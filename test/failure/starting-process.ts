/** Starts a PostgreSQL server, prints its process and folder, and on SIGUSR2 ends as the argument says. */
import { postgresServer } from '../support/postgres/server.ts';

const server = await postgresServer({ version: 18 });
const going = setInterval(() => undefined, 60_000);
process.on('SIGUSR2', () => {
  clearInterval(going);
  if (process.argv[2] === 'crashes with the server frozen') server.freeze();
  if (process.argv[2] !== 'ends') process.kill(process.pid, 'SIGKILL');
});
process.stdout.write(`${JSON.stringify({ pid: server.pid, folder: server.folder })}\n`);
