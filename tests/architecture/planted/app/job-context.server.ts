import { openDatabase } from '../db/client.server.ts'

export const jobDatabase = openDatabase({ url: '' })
