/**
 * YouTube's embedded player with its `postMessage` protocol: JSON texts, only after the page sent `listening`,
 * and only with `enablejsapi=1`. Runs inside the frame, so it must not use outer variables. Time follows the
 * frame's clock.
 */
export function standInPlayer(video: { error: number | null; duration: number }) {
  const asked = new URL(location.href).searchParams
  const target = asked.get('origin') ?? '*'
  const states = { unstarted: -1, ended: 0, playing: 1, paused: 2 }
  let channel: string | undefined
  let state = states.unstarted
  let time = Number(asked.get('start') ?? 0)
  let rate = 1
  let since = Date.now()

  const status = document.createElement('output')
  const seek = document.createElement('input')
  seek.type = 'range'
  seek.max = String(video.duration)
  seek.setAttribute('aria-label', 'Seek')
  seek.addEventListener('change', () => seekTo(Number(seek.value)))
  document.body.append(button('Play', play), button('Pause', pause), seek, status)

  function button(name: string, press: () => void) {
    const element = document.createElement('button')
    element.textContent = name
    element.addEventListener('click', press)
    return element
  }
  function say(event: string, info: unknown) {
    if (channel === undefined || asked.get('enablejsapi') !== '1') return
    window.parent.postMessage(
      JSON.stringify({ event, info, id: channel, channel: 'widget' }),
      target,
    )
  }
  function information() {
    return {
      currentTime: time,
      duration: video.duration,
      playerState: state,
      playbackRate: rate,
      volume: 100,
      muted: false,
    }
  }
  function show() {
    const name = Object.entries(states).find(([, value]) => value === state)?.[0]
    status.textContent =
      video.error === null ? `${name} at ${Math.floor(time)}` : `Error ${video.error}`
    seek.value = String(time)
  }
  function enter(next: number) {
    state = next
    show()
    say('onStateChange', state)
    say('infoDelivery', information())
  }
  function play() {
    if (video.error !== null) return say('onError', video.error)
    since = Date.now()
    enter(states.playing)
  }
  function pause() {
    pass()
    if (state === states.playing) enter(states.paused)
  }
  function seekTo(seconds: number) {
    time = Math.min(Math.max(0, seconds), video.duration)
    since = Date.now()
    show()
    say('infoDelivery', information())
  }
  function pass() {
    if (state !== states.playing) return
    const now = Date.now()
    time = Math.min(video.duration, time + ((now - since) / 1000) * rate)
    since = now
    if (time >= video.duration) enter(states.ended)
  }
  setInterval(() => {
    pass()
    show()
    if (state === states.playing) say('infoDelivery', information())
  }, 250)

  const commands: Record<string, (...values: number[]) => void> = {
    playVideo: play,
    pauseVideo: pause,
    seekTo: (seconds = 0) => seekTo(seconds),
    setPlaybackRate(next = 1) {
      rate = next
      say('onPlaybackRateChange', rate)
    },
  }
  window.addEventListener('message', ({ source, data }) => {
    if (source !== window.parent || typeof data !== 'string') return
    const message = JSON.parse(data)
    if (message.event === 'command') commands[message.func]?.(...(message.args ?? []))
    if (message.event !== 'listening' || channel !== undefined) return
    channel = String(message.id)
    say('initialDelivery', information())
    say('onReady', null)
    if (video.error !== null) say('onError', video.error)
    else if (asked.get('autoplay') === '1') play()
  })
  show()
}
