import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useIsStaying, writeDown } from '#client/ui/use-is-staying.ts'

/** Browsers refuse an address that changes with every letter. */
const pauseMs = 300

type Filter = Record<string, string | number | undefined>

function searchOf(filter: Filter, search: string) {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(filter)) {
    if (value === undefined || value === '') params.delete(name)
    else params.set(name, String(value))
  }
  return params.toString()
}

/**
 * What a list is filtered by, kept in the room's address: it can be linked to, and going back finds it.
 * `read` takes it from there, and must give every name each time. Shown at once, written down in steps.
 */
export function useAddressFilter<Chosen extends Filter>(read: (params: URLSearchParams) => Chosen) {
  const navigate = useNavigate()
  const isStaying = useIsStaying()
  const { search } = useLocation()
  const there = read(new URLSearchParams(search))
  const address = JSON.stringify(there)
  const [chosen, setChosen] = useState(there)
  /** `own`: what this list wrote itself and has not seen there yet. */
  const [known, setKnown] = useState({ address, own: [] as string[] })
  const lastWrite = useRef(0)
  if (known.address !== address) {
    setKnown({ address, own: known.own.slice(known.own.indexOf(address) + 1) })
    // Somebody went back, or pressed the room's name.
    if (!known.own.includes(address)) setChosen(there)
  }

  const wanted = JSON.stringify(chosen)
  useEffect(() => {
    if (wanted === address) return undefined
    if (isStaying()) writeDown(searchOf(chosen, window.location.search))
    const wait = Math.max(0, lastWrite.current + pauseMs - Date.now())
    const timer = setTimeout(() => {
      if (!isStaying()) return
      lastWrite.current = Date.now()
      setKnown((before) => ({ ...before, own: [...before.own, wanted] }))
      const changed = searchOf(chosen, window.location.search)
      void navigate({ search: changed }, { replace: true, preventScrollReset: true })
    }, wait)
    return () => clearTimeout(timer)
  }, [chosen, wanted, address, navigate, isStaying])

  return [chosen, setChosen] as const
}

/** A number of the address that counts something from 1; nothing where there is none. */
export function readId(params: URLSearchParams, name: string): number | undefined {
  const id = Number(params.get(name))
  return Number.isInteger(id) && id > 0 ? id : undefined
}

/** One of a few words in the address; nothing where there is another. */
export function readOneOf<Word extends string>(
  params: URLSearchParams,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const given = params.get(name)
  return words.find((word) => word === given)
}
