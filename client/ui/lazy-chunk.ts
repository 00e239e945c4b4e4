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

/** Loads a component's code; called again until it succeeds once. */
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
 * A component whose code is loaded when it is first rendered. If loading fails, `Failed` is shown in its place
 * with a retry button.
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
 * A dialog whose code is loaded when it first opens. If loading fails, the dialog closes, and its button can be
 * pressed again.
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
