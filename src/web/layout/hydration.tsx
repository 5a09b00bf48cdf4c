import { createContext, use } from 'react'
import { UNSAFE_DataRouterStateContext as DataRouterStateContext, UNSAFE_FrameworkContext as FrameworkContext } from 'react-router'
import { reloadGuardScript } from './reload-guard.ts'

const Handoff = createContext('')
export const HandoffProvider = Handoff.Provider

/** A value inside of a script: without `<` nothing can end that or begin a comment. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * Events that mean a person has begun to use the page. A pointermove without movement does not: browsers send one when
 * a page appears under a resting mouse.
 */
const wakeEvents = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'scroll', 'input']

/**
 * Takes the place of React Router's `<Scripts>`. The data is the same; the code is fetched when the person first
 * touches the page (`lazy`) instead of before it, because every page works as plain HTML until then: links and forms
 * are native. A page of a signed-in person wakes at once, and so does one with a part that scripts alone can do
 * (`data-wakes`).
 */
export function HydrationScripts({ lazy }: { lazy: boolean }) {
	const framework = use(FrameworkContext)
	const state = use(DataRouterStateContext)
	const handoff = use(Handoff)
	if (!framework || !state) throw new Error('HydrationScripts must be rendered inside the router')
	const { manifest, serverHandoffString } = framework
	const modules: Record<string, string[]> = {}
	for (const match of state.matches) {
		const entry = manifest.routes[match.route.id]
		if (!entry) continue
		modules[match.route.id] = [
			entry.clientActionModule,
			entry.clientLoaderModule,
			entry.clientMiddlewareModule,
			entry.hydrateFallbackModule,
			entry.module,
		].filter((path) => path !== undefined)
	}
	const isServer = typeof window === 'undefined'
	const context = isServer
		? `window.__reactRouterContext=${serverHandoffString};(c=>{c.stream=new ReadableStream({start(s){s.enqueue(${scriptJson(handoff)});s.close()}}).pipeThrough(new TextEncoderStream())})(window.__reactRouterContext)`
		: ''
	const start = isServer
		? `${manifest.hmr?.runtime ? `import ${JSON.stringify(manifest.hmr.runtime)};` : ''}(()=>{${reloadGuardScript};const m=${scriptJson(modules)},e=${JSON.stringify(wakeEvents)};let on=0;const go=v=>{if(on||v&&v.type==='pointermove'&&!v.movementX&&!v.movementY)return;on=1;e.forEach(n=>removeEventListener(n,go,{capture:true}));Promise.all([import(${JSON.stringify(manifest.url)}),...Object.entries(m).map(([id,l])=>Promise.all(l.map(p=>import(p))).then(p=>[id,Object.assign({},...p)]))]).then(([,...r])=>{window.__reactRouterRouteModules=Object.fromEntries(r);return import(${JSON.stringify(manifest.entry.module)})}).catch(reloadOnce)};${lazy ? `document.querySelector('[data-wakes]')?go():e.forEach(n=>addEventListener(n,go,{capture:true,passive:true}))` : 'go()'}})()`
		: ''
	return (
		<>
			<script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: context }} />
			<script type="module" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: start }} />
		</>
	)
}
