import { z } from 'zod'

/** Made by the form once, so that a second submit of the same form makes nothing new. */
export const clientKeySchema = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, 'ページを開き直してください。')
