/**
 * `waiting`: in the queue or between two tries. `syncing`: the provider is being asked. `left`:
 * unsubscribed, and the provider knows it.
 */
export const memberStates = ['waiting', 'syncing', 'synced', 'failed', 'left'] as const
export type MemberState = (typeof memberStates)[number]
