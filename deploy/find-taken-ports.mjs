// `find-taken-ports.mjs PORT…`: prints those that something listens on already.
import { createServer } from 'node:net'
import process from 'node:process'

function isTaken(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(error.code === 'EADDRINUSE'))
    server.listen({ port, exclusive: true }, () => server.close(() => resolve(false)))
  })
}

const taken = []
for (const port of process.argv.slice(2)) if (await isTaken(Number(port))) taken.push(port)
process.stdout.write(taken.join(', '))
