/** 「9,800円」 of an amount in yen. Pure, for pages as for the server. */
export const yen = (amount: number): string => `${amount.toLocaleString('ja-JP')}円`
