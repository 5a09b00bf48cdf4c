import type { ProviderName } from '../../api/accounts/account-calls.ts'

export const providerNames: Record<ProviderName, string> = { google: 'Google', facebook: 'Facebook' }
