import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({
  // The HTTP server is part of the server build, so routes, endpoints and workers share one module graph.
  environments: { ssr: { build: { rollupOptions: { input: "./boot/server.ts" } } } },
  plugins: [reactRouter()],
  build: { sourcemap: false },
});
