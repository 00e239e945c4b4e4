/** Minutes after the end of an event at which its question is sent: the default, and the limits. */
export const feedbackMinutes = { usual: 60, least: 5, most: 7 * 24 * 60 } as const

/** Numbers of answers of a question, and maximum lengths in characters. */
export const feedbackLimits = {
  fewestOptions: 2,
  mostOptions: 5,
  question: 200,
  option: 80,
  text: 4000,
} as const

/** The question unless the organiser writes another one. */
export const usualFeedback = {
  question: 'Was it worth your time?',
  options: ['Yes, very much', 'Mostly', 'Not really', 'No'],
}

/** Milliseconds after an answer was first given in which it can be changed. */
export const answerChangeMs = 7 * 24 * 60 * 60_000
