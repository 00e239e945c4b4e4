import { listMemberVideos } from '#features/library/contract.ts'

/** Returns an event whose recording a member may watch. */
export async function findRecording(url: string, cookie: string): Promise<number> {
  const response = await fetch(url + listMemberVideos.path, { headers: { cookie } })
  const answer = await response.text()
  if (!response.ok) throw new Error(`the library was answered ${response.status}: ${answer}`)
  const [video] = JSON.parse(answer) as { id: number }[]
  if (!video) throw new Error('the library is empty')
  return video.id
}
