import { defineConfig } from 'vite'
import { precompress } from '../../scripts/precompress.ts'

export default defineConfig({
  base: '/admin/',
  plugins: [precompress()],
  build: {
    outDir: 'build',
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
