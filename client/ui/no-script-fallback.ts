import { type ComponentType, createElement, lazy, memo, Suspense } from 'react'
import { loadChunk } from './chunk-error.tsx'

/**
 * A part whose HTML comes with the page and works as it stands, and whose code is fetched beside the
 * page's own. While that is under way, or does not come at all, the served HTML stays: as long as its
 * properties do, since React draws a part whose properties have changed anew.
 */
export function noScriptFallback<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => ({ default: (await fetchChunk(load)) as ComponentType<object> }))
  return memo(function NoScriptFallback(props: Props) {
    return createElement(Suspense, { fallback: null }, createElement(Part, props))
  })
}

async function fetchChunk<Props>(load: () => Promise<ComponentType<Props>>) {
  if (import.meta.env.SSR) return load()
  try {
    return await loadChunk(load)
  } catch (error) {
    // What was served goes on working; only where nothing was does the page have to say so.
    if (document.querySelector('form[method="post"]') === null) throw error
    return new Promise<never>(() => {})
  }
}
