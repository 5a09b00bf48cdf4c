/** What a law sets in numbers: money, shares, periods, sizes, ages, articles. */
const UNITS = '円|千円|万|億|%|％|割|分の|日|週間|か月|ヶ月|ヵ月|カ月|か年|年|時間|人|名|歳|条'
const figure = new RegExp(String.raw`[0-9０-９](?:[0-9０-９,，.．]*[0-9０-９])?\s*(?:${UNITS})`, 'u')
const linkTargets = /\]\([^)]*\)|https?:\/\/\S+/gu

/** Whether a text states amounts, rates, periods or sizes, which hold only at a certain date. Addresses of links do not count. */
export const containsFigures = (text: string): boolean => figure.test(text.replaceAll(linkTargets, ''))
