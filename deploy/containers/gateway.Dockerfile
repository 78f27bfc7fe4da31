# The gateway: nginx with its configuration rendered for the addresses of compose.yaml. Build it from
# the project's root:
#   docker build -f deploy/containers/gateway.Dockerfile -t lavra-gateway .
FROM node:24.21.0-bookworm-slim AS render
WORKDIR /srv/lavra
COPY deploy/gateway deploy/gateway
RUN node deploy/gateway/render.ts --listen 8080 --api 172.30.83.11:3000,172.30.83.12:3000 --web 172.30.83.21:3000,172.30.83.22:3000 --flag /var/lib/lavra-gateway/maintenance --pages /usr/share/lavra-gateway --run /tmp --access-log /dev/stdout --error-log /dev/stderr > nginx.conf

FROM nginxinc/nginx-unprivileged:1.28.0-bookworm
COPY --from=render /srv/lavra/nginx.conf /etc/nginx/nginx.conf
COPY --from=render /srv/lavra/deploy/gateway/maintenance.html /usr/share/lavra-gateway/__maintenance.html
USER 101
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080"]
