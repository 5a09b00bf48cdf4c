import { createContext, use } from 'react'
import { UNSAFE_DataRouterStateContext as DataRouterStateContext, UNSAFE_FrameworkContext as FrameworkContext } from 'react-router'
import { reloadGuardScript } from './reload-guard.ts'

const Handoff = createContext<string | null>(null)
/** The data that a page is hydrated with, as React Router's stream has it; null for a page that stays plain. */
export const HandoffProvider = Handoff.Provider

/** A value inside of a script: without `<` nothing can end that or begin a comment. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * Events that mean a person has begun to use the page. A pointermove without movement does not: browsers send one when
 * a page appears under a resting mouse.
 */
const wakeEvents = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'scroll', 'input']

/** Never fetched ahead: opening a room may mark something as read, a file is made when it is asked for, and a link in a mail may be good once. */
export const NOT_AHEAD = (
	'/api/* /media/* /mypage* /admin* /office/edit* /notifications* /favorite /follow* ' +
	'/bulk_estimate/* /register_premium/* /expert/register/* /expert/proof/* /appointments/* /*.ics /*.csv ' +
	'/unsubscribe* /mails/* /waiting/* /action* /logout /*/invitation/* /expert/claim/* /lp/factoring/contact/*'
).split(' ')

/** Documents that somebody points at come a moment before the click. Browsers without the interface just follow it. */
const speculation = scriptJson({
	prefetch: [
		{
			where: {
				and: [{ href_matches: '/*' }, { not: { href_matches: NOT_AHEAD } }, { not: { selector_matches: '[download]' } }],
			},
			eagerness: 'moderate',
		},
	],
})

/**
 * Replaces React Router's `<Scripts>`. Code is fetched at the first interaction (`lazy`) instead
 * of before it, because every page works as plain HTML until then: links and forms are native. A hydrated page of a
 * signed-in person wakes at once, and so does one with a part that scripts alone can do (`data-wakes`). A plain page has no
 * data and is never hydrated: docs/decisions/0019-plain-pages.md.
 */
export function PageScripts({ lazy }: { lazy: boolean }) {
	// Hydration takes what the server has written, and the browser's code has nothing of how it is made.
	if (!import.meta.env.SSR) return <HydrationScripts context="" start="" nonce={undefined} />
	return <ServerScripts lazy={lazy} />
}

function ServerScripts({ lazy }: { lazy: boolean }) {
	const framework = use(FrameworkContext)
	const state = use(DataRouterStateContext)
	const handoff = use(Handoff)
	if (!framework || !state) throw new Error('PageScripts must be rendered inside the router')
	const { manifest, serverHandoffString, nonce } = framework
	const entry = JSON.stringify(manifest.entry.module)
	if (handoff === null)
		return (
			<>
				<script type="speculationrules" nonce={nonce} dangerouslySetInnerHTML={{ __html: speculation }} />
				<script type="module" nonce={nonce} dangerouslySetInnerHTML={{ __html: startScript(`import(${entry})`, true) }} />
			</>
		)
	const modules = Object.fromEntries(
		state.matches.flatMap(({ route: { id } }) => {
			const route = manifest.routes[id]
			if (!route) return []
			const { clientActionModule, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule, module } = route
			const paths = [clientActionModule, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule, module]
			return [[id, paths.filter((path) => path !== undefined)]]
		}),
	)
	const load = `Promise.all([import(${entry}),import(${JSON.stringify(manifest.url)}),...Object.entries(${scriptJson(modules)}).map(([id,l])=>Promise.all(l.map(p=>import(p))).then(p=>[id,Object.assign({},...p)]))]).then(([e,,...r])=>{window.__reactRouterRouteModules=Object.fromEntries(r);return e})`
	return (
		<HydrationScripts
			nonce={nonce}
			context={`${earlyClicksScript};window.__reactRouterContext=${serverHandoffString};(c=>{c.stream=new ReadableStream({start(s){s.enqueue(${scriptJson(handoff)});s.close()}}).pipeThrough(new TextEncoderStream())})(window.__reactRouterContext)`}
			start={`${manifest.hmr?.runtime ? `import ${JSON.stringify(manifest.hmr.runtime)};` : ''}${startScript(load, lazy)}`}
		/>
	)
}

/**
 * Hides the banners that this browser has closed before they are painted, and lets a visitor close the others. The same bytes for
 * everybody, so that the page can be kept; without scripts a banner stays. A member's banner has a form instead.
 */
const bannerScript = `(()=>{const k='closed-banners';let c=[];try{c=JSON.parse(localStorage.getItem(k)||'[]')}catch{}document.querySelectorAll('[data-banner]').forEach(b=>{const i=Number(b.dataset.banner);if(c.includes(i)){b.hidden=true;return}const x=b.querySelector('[data-close]');if(!x)return;x.hidden=false;x.addEventListener('click',()=>{b.hidden=true;c.push(i);try{localStorage.setItem(k,JSON.stringify(c.slice(-20)))}catch{}})})})()`

export function BannerScript() {
	return <script nonce={useScriptMark()} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: bannerScript }} />
}

/** Records the clicks on buttons that work only with scripts until `takeEarlyClicks`: they are shown from the start, so that nothing moves. */
const earlyClicksScript = `(()=>{const buttons=[],keep=e=>{const b=e.target.closest('.needs-script button,button.needs-script');if(b)buttons.push(b)};window.earlyClicks={buttons,keep};addEventListener('click',keep,{capture:true})})()`

const earlyKeysScript = `(()=>{const keys=[],keep=e=>{if(e.target!==document.body||e.ctrlKey||e.metaKey||e.altKey||e.isComposing||!/^[a-z\\d/]$/.test(e.key)||keys.length>4)return;e.preventDefault();keys.push(e.key)};window.earlyKeys={keys,keep};addEventListener('keydown',keep)})()`

/** Keeps the keys that somebody presses between the first paint of a page and its hydration. */
export function EarlyKeysScript() {
	return <script nonce={useScriptMark()} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyKeysScript }} />
}

/** The mark by which the server knows its own inline scripts (`http/own-scripts.ts`); undefined in the browser. */
export const useScriptMark = (): string | undefined => use(FrameworkContext)?.nonce

function HydrationScripts({ context, start, nonce }: { context: string; start: string; nonce: string | undefined }) {
	return (
		<>
			<script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: context }} />
			<script type="module" nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: start }} />
		</>
	)
}

/** `load` is an expression for a promise of the entry, whose `start` then takes over. */
const startScript = (load: string, lazy: boolean): string =>
	`(()=>{${reloadGuardScript};const e=${JSON.stringify(wakeEvents)};let on=0;const go=v=>{if(on||v&&v.type==='pointermove'&&!v.movementX&&!v.movementY)return;on=1;e.forEach(n=>removeEventListener(n,go,{capture:true}));${load}.then(e=>e.start()).catch(reloadOnce)};${lazy ? `document.querySelector('[data-wakes]')?go():e.forEach(n=>addEventListener(n,go,{capture:true,passive:true}))` : 'go()'}})()`
