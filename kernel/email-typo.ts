/** A likely typing mistake in a common mail domain. Specification, "Forms". */
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

/** Real domains that are one slip away from another one. */
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

/**
 * Insertions, deletions, replacements and swaps of neighbours that lead from one text to the other.
 */
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
 * How far a domain is from a common one; Infinity where it is more likely meant as it stands: short
 * names have too many real neighbours, and yahoo.ca is a country of its own, not a slip.
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
 * The address as it was probably meant, e.g. `thandi@gmail.com` for `thandi@gmial.com`; undefined
 * where nothing looks mistyped. A remark only: it never blocks.
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
