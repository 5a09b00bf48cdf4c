const day = new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', dateStyle: 'long' })
const moment = new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', dateStyle: 'long', timeStyle: 'short' })

/** Told by the server, so that a browser elsewhere in the world shows the same. */
export const dayText = (milliseconds: number): string => day.format(milliseconds)
export const momentText = (milliseconds: number): string => moment.format(milliseconds)
