import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findBrowser } from './local/find-browser.ts'
const [out, ...names] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: 1900, height: 900 } })
await page.setContent(`<body style="margin:0;display:flex;gap:8px;align-items:flex-start;background:#888">${names.map((n) => `<div style="max-height:${process.env.MAXH ?? 1100}px;overflow:hidden"><img style="width:${process.env.W ?? 310}px" src="data:image/png;base64,${readFileSync(`/tmp/kiosk/${n}.png`).toString('base64')}"></div>`).join('')}</body>`)
await page.waitForTimeout(300)
writeFileSync(`/tmp/kiosk/${out}.png`, await page.screenshot({ fullPage: true }))
await browser.close()
