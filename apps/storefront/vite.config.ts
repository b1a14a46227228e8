import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  // The drawings use light-dark() and nesting: nothing is rewritten for browsers older than 2024.
  build: { target: 'es2022', cssTarget: ['chrome123', 'firefox121', 'safari17.5'], assetsInlineLimit: 0 },
  ssr: { noExternal: [/^@vitrine\//] },
})
