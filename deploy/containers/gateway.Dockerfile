# The gateway: nginx with its configuration rendered for the services of compose.yaml. Build from the project's root:
#   docker build -f deploy/containers/gateway.Dockerfile -t lavra-gateway .
FROM node:24.21-bookworm-slim AS render
WORKDIR /srv/lavra
COPY deploy/gateway deploy/gateway
RUN mkdir /pages && cp deploy/gateway/maintenance.html /pages/__maintenance.html \
 && node deploy/gateway/render.ts --listen 8080 --api api-1:3000,api-2:3000 --web web-1:3000 \
      --flag /var/lib/lavra-gateway/maintenance --pages /usr/share/lavra-gateway --run /tmp \
      --access-log /dev/stdout --error-log /dev/stderr > /nginx.conf

FROM nginxinc/nginx-unprivileged:1.28-bookworm
COPY --from=render /nginx.conf /etc/nginx/nginx.conf
COPY --from=render /pages /usr/share/lavra-gateway
EXPOSE 8080
