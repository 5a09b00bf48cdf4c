/** Share cards (PNG) of lists, tasks and categories; web/pictures draws them. */
export const listCardPath = (scopeId: number, areaId: number) => `/ogp/list/${scopeId}/${areaId}.png`
export const toolCardPath = (toolId: number) => `/ogp/tool/${toolId}.png`
/** The drawn scene of a category (src/pictures/category-scenes.ts). */
export const categoryPicturePath = (categoryId: number) => `/media/categories/${categoryId}.svg`
export const taskCardPath = (taskId: number) => `/ogp/task/${taskId}.png`
/** The first sheet or page of a template, by the name of its file. */
export const templatePicturePath = (fileName: string) => `/templates/${fileName.replace(/\.\w+$/, '.svg')}`
