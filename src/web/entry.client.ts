/** A document that brings React Router's context is hydrated; any other is plain HTML, to which small scripts add. */
const page = '__reactRouterContext' in window ? import('./layout/hydrate.tsx') : import('./layout/enhance.ts')

/** Called once by the script at the end of the document (layout/page-scripts.tsx) when its modules are loaded. */
export const start = async (): Promise<void> => (await page).start()
