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

/** How a component's code is fetched; each such function is asked until it has answered once. */
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
 * A part of a page whose code is fetched when it is first shown. Where the code does not come, that is said
 * in its place by `Failed`, with a way to try again, and the rest of the page stays.
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

/** The same for a dialog: where its code does not come it is closed again, and what opened it can be pressed. */
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
