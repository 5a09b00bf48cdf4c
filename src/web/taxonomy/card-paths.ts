/** Share cards (PNG) of lists, tasks and categories; web/pictures draws them. */
export const listCardPath = (scopeId: number, areaId: number) => `/ogp/list/${scopeId}/${areaId}.png`
export const toolCardPath = (toolId: number) => `/ogp/tool/${toolId}.png`
export const taskCardPath = (taskId: number) => `/ogp/task/${taskId}.png`
