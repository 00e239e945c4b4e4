import { type ComponentType, createElement, lazy, memo, Suspense } from 'react'
import { loadChunk } from './chunk-error.tsx'

/**
 * A component whose served HTML works without scripts and whose code loads in parallel. Until it is loaded, or
 * if it fails, the served HTML stays, as long as the props do not change.
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
    // Served forms keep working; report an error only if there are none.
    if (document.querySelector('form[method="post"]') === null) throw error
    return new Promise<never>(() => {})
  }
}
