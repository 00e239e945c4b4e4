/** Common mail domains, for which forms point out likely typos. */
const commonDomains = [
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'hotmail.co.uk',
  'live.com',
  'msn.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'yahoo.com',
  'yahoo.co.uk',
  'aol.com',
  'proton.me',
  'protonmail.com',
  'gmx.com',
  'gmx.net',
  'gmx.de',
  'web.de',
  'mweb.co.za',
  'telkomsa.net',
  'vodamail.co.za',
  'webmail.co.za',
]

/** Real mail domains that look like a typo of another mail domain. */
const alsoReal = [
  'mail.com',
  'email.com',
  'ymail.com',
  'gmx.at',
  'gmx.ch',
  'aim.com',
  'pm.me',
  'live.co.za',
  'yahoo.co.za',
  'live.co.uk',
]

/** Returns the edit distance of two texts: insertions, deletions, replacements and swaps of neighbouring letters. */
function slips(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1]
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? beforeLast[column - 2]! + 1 : Infinity,
      )
    }
    beforeLast = last
    last = current
  }
  return last[to.length]!
}

function split(domain: string) {
  const dot = domain.indexOf('.')
  return dot < 0 ? [domain, ''] : [domain.slice(0, dot), domain.slice(dot + 1)]
}

/**
 * Returns the edit distance of a domain from a common one. Infinity if the domain is probably correct: many
 * real domains resemble a short one, and yahoo.ca is Yahoo in Canada.
 */
function mistypedBy(domain: string, common: string): number {
  const [name = '', ending = ''] = split(domain)
  const [commonName = '', commonEnding = ''] = split(common)
  const inEnding = slips(ending, commonEnding)
  const total = slips(name, commonName) + inEnding
  const allowed = common.length >= 9 && name[0] === commonName[0] ? 2 : common.length >= 8 ? 1 : 0
  return inEnding > 1 || total > allowed ? Infinity : total
}

/**
 * Returns the email that was probably meant, such as `thandi@gmail.com` for `thandi@gmial.com`; undefined if
 * `email` looks correct. Forms show the result as a hint only.
 */
export function suggestEmail(email: string): string | undefined {
  const [, name, domain] = /^([^\s@]+)@([^\s@]+)$/.exec(email.trim().toLowerCase()) ?? []
  if (!name || !domain || commonDomains.includes(domain) || alsoReal.includes(domain)) {
    return undefined
  }
  const [nearest] = commonDomains
    .map((common) => ({ common, distance: mistypedBy(domain, common) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance)
  return nearest && `${name}@${nearest.common}`
}
