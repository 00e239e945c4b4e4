// `find-ports.mjs PORT…` prints the ports that are in use. `find-ports.mjs free` prints a free port.
import { createServer } from 'node:net'
import process from 'node:process'

function isTaken(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(error.code === 'EADDRINUSE'))
    server.listen({ port, exclusive: true }, () => server.close(() => resolve(false)))
  })
}

function findFree() {
  return new Promise((resolve) => {
    const server = createServer().listen({ host: '127.0.0.1', port: 0 }, () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

const words = process.argv.slice(2)
if (words[0] === 'free') process.stdout.write(String(await findFree()))
else {
  const taken = []
  for (const port of words) if (await isTaken(Number(port))) taken.push(port)
  process.stdout.write(taken.join(', '))
}
