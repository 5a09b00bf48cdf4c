import type { Provider } from './tables.ts'

export type Session = { id: string; uid: string; provider: SignInMethod; authTime: Date; expiresAt: Date; secondFactor: boolean }

export type SignInMethod = Provider | 'password' | 'passkey'
