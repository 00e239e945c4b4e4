import { useLocation } from 'react-router'

/** The landing path the visitor came by, for `source`; nothing on the front page itself. */
export function useSource(): string | undefined {
  return useLocation().pathname.replaceAll('/', '') || undefined
}
