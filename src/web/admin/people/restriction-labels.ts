export const restrictionLabels = { limited: '投稿を制限中', suspended: '利用を停止中' } as const
