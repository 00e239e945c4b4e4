import dns from 'node:dns'
import process from 'node:process'

/** Loaded into a command before it starts: names are looked up at NAME_SERVER. */
dns.setServers([process.env.NAME_SERVER!])
