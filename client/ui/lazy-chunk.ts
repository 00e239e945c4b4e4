import {
  type ComponentType,
  createElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { loadChunk, ChunkError, reportChunkError } from './chunk-error.tsx'
import { OneMoment } from './one-moment.tsx'

/** Imports a component's code. Called again when an import failed. */
type Load<Props> = () => Promise<ComponentType<Props>>

function useChunk<Props>(
  load: Load<Props>,
  keeper: { code?: ComponentType<Props> },
  isShown = true,
) {
  const [code, setCode] = useState(() => keeper.code)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    if (code || hasFailed || !isShown) return undefined
    let isWanted = true
    loadChunk(load).then(
      (loaded) => {
        keeper.code = loaded
        if (isWanted) setCode(() => loaded)
      },
      () => isWanted && setHasFailed(true),
    )
    return () => {
      isWanted = false
    }
  }, [load, keeper, code, hasFailed, isShown])
  return { Content: code, hasFailed, again: () => setHasFailed(false) }
}

/**
 * Returns a component whose code is imported when it is first rendered. If the import fails, `Failed` is
 * rendered in its place with a retry button.
 */
export function lazyChunk<Props extends object>(
  load: Load<Props>,
  waiting: ReactNode = null,
  Failed: ComponentType<{ onAgain: () => void }> = ChunkError,
) {
  const keeper = {}
  return function LazyChunk(props: Props) {
    const { Content, hasFailed, again } = useChunk(load, keeper)
    if (Content) return createElement(Content, props)
    return hasFailed ? createElement(Failed, { onAgain: again }) : waiting
  }
}

/**
 * Returns a dialog component whose code is imported when the dialog first opens. If the import fails, the
 * dialog closes with an error toast, and the visitor can open it again.
 */
export function lazyDialog<Props extends { open?: boolean; onClose: () => void }>(
  load: Load<Props>,
) {
  const keeper = {}
  return function LazyDialog(props: Props) {
    const { Content, hasFailed, again } = useChunk(load, keeper, props.open)
    const close = useEffectEvent(() => {
      props.onClose()
      again()
    })
    useEffect(() => {
      if (!hasFailed) return
      reportChunkError()
      close()
    }, [hasFailed])
    if (Content) return createElement(Content, props)
    return props.open === false || hasFailed ? null : createElement(OneMoment)
  }
}
