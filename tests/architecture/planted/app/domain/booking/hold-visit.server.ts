import { createHash, randomBytes } from 'node:crypto'
import type { PriceRepository } from './price-repository.server.ts'

export const holdVisit = ({ prices }: { prices: PriceRepository }) => [prices.all, createHash, randomBytes]
