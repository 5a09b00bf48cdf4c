/** Share cards (PNG) of lists, tasks and categories; web/media draws them. */
export const listCardPath = (scopeId: number, areaId: number) => `/ogp/list/${scopeId}/${areaId}.png`
export const taskCardPath = (taskId: number) => `/ogp/task/${taskId}.png`
