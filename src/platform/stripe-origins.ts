export const STRIPE_API = 'https://api.stripe.com'

/** Where Stripe's hosted pages are; a stand-in serves them itself. */
export const checkoutOrigins = (api: string): readonly string[] =>
	api === STRIPE_API ? ['https://checkout.stripe.com', 'https://billing.stripe.com'] : [new URL(api).origin]
