/**
 * Google Analytics with the visitor's consent, as it runs in the page: the server writes this function's text into the
 * document (analytics.tsx), so it must not reference anything outside of it. No library: it must work on plain pages, be
 * available before hydration, and cost nothing when the setting is off.
 *
 * The page itself decides what may be counted: only a page with a canonical URL is, and that URL is the only location that is
 * sent. Private pages, URLs with tokens, search results and errors have none
 * (layout/head.tsx).
 */
export function runGa4(id: string, policyName: string): void {
	type Said = 'yes' | 'no' | 'browser' | 'nothing'
	const key = 'analytics'
	const yearSeconds = 31_536_000
	type Policies = {
		createPolicy: (name: string, rules: { createScriptURL: () => string }) => { createScriptURL: (url: string) => unknown }
	}
	const page = window as unknown as Record<string, unknown> & { dataLayer?: unknown[]; trustedTypes?: Policies }
	/** Google's own switch: while it is set, their script sends nothing and writes no cookie. */
	const off = `ga-disable-${id}`
	let browserRefuses =
		navigator.doNotTrack === '1' || (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl === true
	let counted: string | null = null
	let isDue = true
	let path = location.pathname
	/** Canonical address of a page that has been left while the document does not show the next one yet. */
	let left: string | null = null

	const read = (): Said => {
		if (browserRefuses) return 'browser'
		try {
			const [said, at] = (localStorage.getItem(key) ?? '').split(' ')
			return (said === 'yes' || said === 'no') && Date.now() - Number(at) < yearSeconds * 1_000 ? said : 'nothing'
		} catch {
			// Without storage the question would be asked again on every page.
			return 'browser'
		}
	}
	const canonical = () => document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? null
	// Their script wants the arguments object itself.
	const gtag: (...parameters: unknown[]) => void = function () {
		;(page.dataLayer ??= []).push(arguments)
	}

	function load(view: object): void {
		const refused = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' }
		gtag('consent', 'default', { ...refused, analytics_storage: 'granted' })
		gtag('js', new Date())
		gtag('config', id, {
			...view,
			send_page_view: false,
			allow_google_signals: false,
			allow_ad_personalization_signals: false,
			// On this host only, so that they can be deleted and no sibling host reads them.
			cookie_domain: 'none',
			cookie_expires: yearSeconds,
			cookie_flags: `SameSite=Lax${location.protocol === 'https:' ? ';Secure' : ''}`,
		})
		const script = document.createElement('script')
		script.async = true
		const address = `https://www.googletagmanager.com/gtag/js?id=${id}`
		const policy = page.trustedTypes?.createPolicy(policyName, { createScriptURL: () => address })
		// The DOM's types know strings alone; the browser wants what the policy made.
		script.src = (policy?.createScriptURL('') ?? address) as string
		document.head.append(script)
	}

	function count(address: string): void {
		const url = new URL(address)
		// The only query that says where somebody comes from and nothing of who they are.
		for (const [name, value] of new URLSearchParams(location.search)) if (name.startsWith('utm_')) url.searchParams.set(name, value)
		const view = { page_location: url.href, page_title: document.title, page_referrer: counted ?? document.referrer }
		if (counted === null) load(view)
		else gtag('set', view)
		gtag('event', 'page_view', view)
		counted = address
		isDue = false
	}

	function forget(): void {
		for (const name of ['_ga', `_ga_${id.slice(2)}`])
			if (document.cookie.includes(`${name}=`)) document.cookie = `${name}=; Max-Age=0; Path=/`
	}

	/** Applies the consent and the current URL to the page. */
	function update(): void {
		const said = read()
		const address = canonical()
		if (address !== left) left = null
		const isPublic = address !== null && left === null
		const choices = document.querySelector('[data-analytics-choice]')
		page[off] = said !== 'yes' || !isPublic
		if (said !== 'yes') forget()
		else if (isPublic && (isDue || address !== counted)) count(address)
		const bar = document.querySelector<HTMLElement>('[data-analytics-bar]')
		// Where the choice stands in the text, it need not be asked for a second time.
		if (bar) bar.hidden = said !== 'nothing' || address === null || choices !== null
		for (const part of choices?.querySelectorAll<HTMLElement>('[data-said]') ?? [])
			part.hidden = !part.dataset['said']?.split(' ').includes(said)
	}

	document.addEventListener('click', ({ target }) => {
		const answer = target instanceof Element ? target.closest<HTMLElement>('[data-analytics]')?.dataset['analytics'] : undefined
		if (!answer) return
		try {
			localStorage.setItem(key, `${answer} ${Date.now()}`)
		} catch {
			browserRefuses = true
		}
		update()
	})
	// Said in another tab, or while this page lay in the browser's back-forward cache.
	addEventListener('storage', update)
	addEventListener('pageshow', update)

	// A page that is hydrated goes on without a new document. Google's script watches the history by itself and would
	// report the address before the page has said whether it may be: between the two it is switched off.
	const leave = (to: string | URL | null | undefined) => {
		const next = new URL(to ?? location.href, location.href).pathname
		if (next === path) return
		path = next
		page[off] = true
		isDue = true
		left = canonical()
	}
	const push = history.pushState.bind(history)
	const replace = history.replaceState.bind(history)
	history.pushState = (data, unused, url) => {
		leave(url)
		push(data, unused, url)
	}
	history.replaceState = (data, unused, url) => {
		leave(url)
		replace(data, unused, url)
	}
	addEventListener('popstate', () => leave(null))
	new MutationObserver(update).observe(document.head, { childList: true, subtree: true, attributeFilter: ['href'] })

	update()

	const bar = document.querySelector<HTMLElement>('[data-analytics-bar]')
	if (!bar) return
	// What else stands at the foot of the window moves up by the bar's height, and what is focused scrolls clear of it. In a
	// sheet of its own: an attribute of the document's element would be news to React.
	const sheet = new CSSStyleSheet()
	document.adoptedStyleSheets.push(sheet)
	new ResizeObserver(() => sheet.replaceSync(`:root { --notice: ${bar.offsetHeight}px }`)).observe(bar)
}
