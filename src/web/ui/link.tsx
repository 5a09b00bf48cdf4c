import { Link as RouterLink, type LinkProps } from 'react-router'

/**
 * React Router's link without what a list of them costs: on the server an absolute path needs no resolving (two
 * hundred links were a third of the time of a page), and no link asks for routes, since the manifest names them all.
 */
export function Link(props: LinkProps) {
	if (import.meta.env.SSR && typeof props.to === 'string' && /^\/(?!\/)/.test(props.to)) return anchor(props)
	return <RouterLink {...props} discover="none" />
}

/** What `RouterLink` leaves in the document. No component: a list has two hundred links. */
function anchor({
	to,
	discover: _discover,
	prefetch: _prefetch,
	preventScrollReset: _preventScrollReset,
	relative: _relative,
	reloadDocument: _reloadDocument,
	replace: _replace,
	state: _state,
	viewTransition: _viewTransition,
	mask: _mask,
	defaultShouldRevalidate: _defaultShouldRevalidate,
	children,
	...attributes
}: LinkProps) {
	return (
		<a {...attributes} href={to as string}>
			{children}
		</a>
	)
}
