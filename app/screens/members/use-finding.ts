import { useEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router'
import type { Sorting } from '#shared/find-interviews.ts'
import { useIsStaying, writeDown } from '#app/ui/use-is-staying.ts'

/** Browsers refuse an address that changes with every key. */
const writeAfterMs = 250

function searchWith(name: string, value: string) {
  const changed = new URLSearchParams(window.location.search)
  if (value) changed.set(name, value)
  else changed.delete(name)
  return changed
}

/**
 * What is searched for and how it is sorted, in the address, so that it can be shared and survives a
 * reload: `?q=bakery&sort=title`. Typing shows at once; the router hears of it in steps.
 */
export function useFinding() {
  const [address, setAddress] = useSearchParams()
  const { key } = useLocation()
  const navigationType = useNavigationType()
  const isStaying = useIsStaying()
  const [query, setQuery] = useState(address.get('q') ?? '')
  const [knownKey, setKnownKey] = useState(key)
  const writing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(writing.current), [])

  // A link or the way back through the history changes the address under the box; typing replaces.
  if (key !== knownKey) {
    setKnownKey(key)
    if (navigationType !== NavigationType.Replace) setQuery(address.get('q') ?? '')
  }

  function write(name: string, value: string) {
    if (isStaying())
      setAddress(searchWith(name, value), { replace: true, preventScrollReset: true })
  }

  const sorting: Sorting = address.get('sort') === 'title' ? 'title' : 'newest'
  return {
    query,
    sorting,
    search(next: string) {
      setQuery(next)
      if (isStaying()) writeDown(searchWith('q', next.trim()).toString())
      clearTimeout(writing.current)
      writing.current = setTimeout(() => write('q', next.trim()), writeAfterMs)
    },
    sort: (next: Sorting) => write('sort', next === 'title' ? 'title' : ''),
  }
}
