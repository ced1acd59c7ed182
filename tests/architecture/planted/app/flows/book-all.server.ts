import { sql } from 'drizzle-orm'
import { createPriceRepository } from '#app/domain/booking/price-repository.server.ts'
import type { FormFields } from '#app/http/read-form.server.ts'
import { visits } from '#db/schema/booking.ts'

export const bookAll = (...all: unknown[]) => [all, sql, createPriceRepository, visits] as unknown as FormFields
export const freeAll = `DELETE FROM holds WHERE id = ${1}`
