import { type ComponentType, createElement, lazy, memo, Suspense } from 'react'
import { loadChunk } from './chunk-error.tsx'

/**
 * Wraps a component whose server-rendered HTML works without scripts, such as a form, so that its code loads
 * separately. Until the code has loaded, the HTML stays on the page, provided the props do not change.
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
    // If the page has a form, keep it and ignore that its code failed to load: the form works without scripts.
    if (document.querySelector('form[method="post"]') === null) throw error
    return new Promise<never>(() => {})
  }
}
