import { type ComponentType, createElement, lazy, memo, Suspense } from 'react'
import { loadChunk } from './chunk-error.tsx'

/**
 * Returns a component whose server-rendered HTML works without scripts, and whose code loads in parallel. While
 * the code loads, and if loading fails, the server-rendered HTML stays, as long as the props do not change.
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
    // Server-rendered forms work without this code; throw only if the page has no such form.
    if (document.querySelector('form[method="post"]') === null) throw error
    return new Promise<never>(() => {})
  }
}
