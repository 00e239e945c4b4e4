import dns from 'node:dns'
import process from 'node:process'

/** Preloaded into a command: resolves names at NAME_SERVER. */
dns.setServers([process.env.NAME_SERVER!])
